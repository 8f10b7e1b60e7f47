/**
 * Which folders of the agent each may import, beside `platform` and itself. Read from the bottom, a folder knows what
 * it stands on and nobody who stands on it: wires know no cloud, the recorder knows neither wire, and what serves
 * people (`preview`, `capture`, `doctor`, `service`) is known to the command line and the composition only.
 * `''` are the files beside the folders: the program's entry and what the package exports. `gateway` and `relay` each put
 * an agent together, of what only they have and of `runtime`, which they have in common.
 */
export const agentFolders: Readonly<Record<string, readonly string[] | 'all'>> = {
  '': ['commands', 'gateway', 'runtime'],
  commands: 'all',
  relay: ['cameras', 'cloud-commands', 'cloud-link', 'outbox', 'runtime', 'streams'],
  gateway: [
    'agent-socket',
    'cameras',
    'cloud-commands',
    'cloud-link',
    'configuration',
    'discovery',
    'live',
    'outbox',
    'preview',
    'recording',
    'runtime',
    'streams',
    'telemetry',
    'upload',
  ],
  runtime: [
    'cameras',
    'cloud-commands',
    'cloud-link',
    'discovery',
    'live',
    'motion',
    'onvif',
    'outbox',
    'recording',
    'rtsp',
    'stream',
    'streams',
    'telemetry',
    'upload',
  ],

  preview: ['cameras', 'live', 'onvif', 'rtsp', 'stream', 'streams'],
  capture: ['rtsp', 'streams'],
  doctor: ['agent-socket', 'cloud-link', 'recording', 'runtime', 'telemetry'],
  service: [],
  'agent-socket': [],

  'cloud-commands': [
    'cameras',
    'cloud-link',
    'discovery',
    'live',
    'onvif',
    'outbox',
    'recording',
    'rtsp',
    'stream',
    'streams',
  ],
  live: ['cameras', 'cloud-link', 'onvif', 'recording', 'stream'],
  cameras: ['cloud-link', 'discovery', 'motion', 'onvif', 'recording', 'rtsp', 'stream', 'streams'],
  configuration: ['cloud-link'],
  telemetry: ['recording'],
  upload: ['cloud-link', 'outbox', 'recording'],
  outbox: ['recording'],
  'cloud-link': ['outbox'],

  discovery: ['onvif', 'rtsp'],
  recording: ['stream'],
  motion: ['stream'],
  streams: ['rtsp', 'stream'],
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
