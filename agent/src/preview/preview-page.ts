/** What the page of a preview shows. */
export interface PreviewPage {
  /** As in the cloud: anybody's text. */
  readonly name: string
  /** What the live socket calls the camera. */
  readonly cameraId: string
  readonly hasSub: boolean
}

/** The page that shows a camera, by the player that the cloud's pages have. */
export function previewPage({ name, cameraId, hasSub }: PreviewPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<link rel="stylesheet" href="/style.css">
<script type="module" src="/view.js"></script>
<script type="module" src="/player/v1/player.js"></script>
</head>
<body>
<main>
<noscript><p>This page needs JavaScript.</p></noscript>
<header>
<h1>${escapeHtml(name)}</h1>
${hasSub ? streamChoice : ''}
</header>
<sightline-player id="player" camera="${escapeHtml(cameraId)}" label="${escapeHtml(name)}"></sightline-player>
<p id="state" role="status">Waiting for the picture.</p>
</main>
</body>
</html>
`
}

const streamChoice = `<p><label for="stream">Picture</label>
<select id="stream"><option value="main">Full size</option><option value="sub">Small</option></select></p>`

/** Lets the player in, hands the choice of the stream to it, and says how the camera is. */
export const viewScript = `const player = document.getElementById('player')
const stream = document.getElementById('stream')
const state = document.getElementById('state')

// Who may look is known by the cookie of this page; the player wants a word all the same.
player.addEventListener('tokenrequest', (event) => event.respondWith('lt_preview'))
stream?.addEventListener('change', () => player.setAttribute('stream', stream.value))

async function poll() {
  try {
    const answer = await fetch('/state')
    state.textContent = answer.ok ? (await answer.json()).text : 'This preview is over.'
  } catch {
    state.textContent = 'The preview has ended. Run "agent preview" again.'
  }
}
poll()
setInterval(poll, 2000)
`

export const pageStyle = `:root { color-scheme: light dark }
body {
  margin: 0; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#f5f7fa, #12161c); color: light-dark(#1c2430, #e8ecf2)
}
main { max-width: 75rem; margin: 0 auto; padding: 1rem }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; margin-bottom: 0.75rem }
h1 { flex: 1 1 auto; margin: 0; font-size: 1.25rem; font-weight: 600; overflow-wrap: anywhere }
header p { margin: 0 }
select { font: inherit; padding: 0.35rem 0.5rem; min-height: 2.5rem }
#state { margin: 0.75rem 0 0; color: light-dark(#5a6675, #9aa7b7) }
`

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
