/**
 * Which folders of the agent each may import, beside `platform` and itself. Read from the bottom, a folder knows what
 * it stands on and nobody who stands on it: wires know no cloud, the recorder knows neither wire, and what serves
 * people (`preview`, `capture`, `doctor`, `service`) is known to the command line and the composition only.
 * `''` are the files beside the folders: `agent.ts` and the parts that it is put together from.
 */
export const agentFolders: Readonly<Record<string, readonly string[] | 'all'>> = {
  '': 'all',
  commands: 'all',
  relay: ['', 'cameras', 'cloud-commands', 'cloud-link', 'outbox', 'recording', 'site', 'stream'],

  preview: ['cameras', 'onvif', 'rtsp', 'site', 'stream'],
  capture: ['cameras', 'rtsp'],
  doctor: ['', 'agent-socket', 'cloud-link', 'recording', 'telemetry'],
  service: [],
  'agent-socket': [],

  'cloud-commands': [
    'cameras',
    'cloud-link',
    'discovery',
    'onvif',
    'outbox',
    'recording',
    'rtsp',
    'site',
    'stream',
  ],
  site: ['cameras', 'cloud-link', 'discovery', 'motion', 'onvif', 'recording', 'rtsp', 'stream'],
  configuration: ['cloud-link'],
  telemetry: ['recording'],
  upload: ['cloud-link', 'outbox', 'recording'],
  // Events of recordings and their uploads are noted in one step: the two know each other.
  outbox: ['recording', 'upload'],
  'cloud-link': ['outbox'],

  discovery: ['onvif', 'rtsp'],
  recording: ['stream'],
  motion: ['stream'],
  cameras: ['rtsp', 'stream'],
  stream: ['rtsp'],
  onvif: [],
  rtsp: [],
  platform: [],
}

/** Answers what is wrong with an import between two folders of the agent, or undefined. */
export function folderTrouble(from: string, to: string): string | undefined {
  const known = agentFolders[from]
  if (known === undefined) return `test/architecture/agent-folders.ts does not say what ${from} may import`
  if (known === 'all' || to === from || to === 'platform' || known.includes(to)) return undefined
  return `${from} may not import ${to === '' ? 'what stands beside the folders' : to}`
}
