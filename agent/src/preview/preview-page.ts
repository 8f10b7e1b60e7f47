/** The page that shows a camera. @param name as in the cloud: anybody's text */
export function previewPage(name: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<link rel="stylesheet" href="/style.css">
<script type="module" src="/view.js"></script>
</head>
<body>
<h1>${escapeHtml(name)}</h1>
<canvas id="picture" width="640" height="360"></canvas>
<p id="state" role="status">Waiting for the picture.</p>
</body>
</html>
`
}

/** Draws what comes, and says how the camera is. */
export const viewScript = `import JSMpeg from '/player.js'

const canvas = document.getElementById('picture')
const state = document.getElementById('state')
new JSMpeg.Player('ws://' + location.host + '/picture', {
  canvas,
  audio: false,
  disableWebAssembly: true,
  preserveDrawingBuffer: true,
  onVideoDecode: () => canvas.setAttribute('data-drawn', 'yes'),
})

async function tell() {
  try {
    const answer = await fetch('/state')
    state.textContent = answer.ok ? (await answer.json()).text : 'This preview is over.'
  } catch {
    state.textContent = 'The preview has ended. Run "agent preview" again.'
  }
}
tell()
setInterval(tell, 2000)
`

export const pageStyle = `body { margin: 1rem; font: 1rem system-ui, sans-serif; background: #111; color: #eee }
h1 { font-size: 1.1rem; font-weight: 600 }
canvas { width: 100%; max-width: 60rem; height: auto; background: #000 }
`

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
