"""The examples of the README as they stand, at the archive of ISOBAR_URL. Prints what they print."""

import os
import re
import sys
from pathlib import Path

text = Path(sys.argv[1]).read_text()
url = os.environ["ISOBAR_URL"]
shell = re.search(r"^python -c \"(.*)\"$", text, re.MULTILINE)
example = re.search(r"```python\n(.*?)```", text, re.DOTALL)
assert shell and example
for code in (shell.group(1), example.group(1)):
    exec(compile(code.replace("https://data.example.org", url), "README", "exec"), {})
