// Whether this browser can draw a live map. Asked once; without it a list shows the same things.
let answer: boolean | null = null;

export function hasWebGl(): boolean {
  answer ??= typeof WebGL2RenderingContext !== 'undefined' && canDraw();
  return answer;
}

function canDraw(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext(); // browsers hold only a few
  return context !== null;
}
