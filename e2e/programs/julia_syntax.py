# Reads Julia from standard input and prints what its grammar does not know: "LINE: TEXT" each; nothing where all is well formed.
#   PYTHONPATH=JULIA python3 julia_syntax.py < code.jl
import sys

import tree_sitter
import tree_sitter_julia

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_julia.language()))
source = sys.stdin.buffer.read()
nodes = [parser.parse(source).root_node]
while nodes:
    node = nodes.pop()
    if node.is_error or node.is_missing:
        text = source[node.start_byte : node.end_byte].decode(errors='replace')
        print(f'{node.start_point[0] + 1}: {"missing " + node.type if node.is_missing else text[:80]}')
    nodes += node.children
