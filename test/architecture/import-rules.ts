import { folderTrouble } from './agent-folders.js'
import { areaTrouble } from './cloud-areas.js'
import { type Place, sliceOf } from './place.js'

/** What an import leads to: a file of this workspace, or a package by its name. */
export type Target =
  | { readonly kind: 'file'; readonly path: string; readonly place: Place | undefined }
  | { readonly kind: 'package'; readonly name: string }

/** Answers what is wrong with an import, or undefined. */
type ImportRule = (from: Place, to: Target) => string | undefined

/** A rule between two files of one package. */
type FileRule = (from: Place, to: Place) => string | undefined

/** The packages of the workspace that each may import, by exactly this name. */
const entries: Readonly<Record<Place['package'], readonly string[]>> = {
  protocol: [],
  cloud: ['@sightline/protocol'],
  // It knows the interface by its document alone, as any other program.
  client: [],
  // A page loads it.
  player: ['@sightline/client/live'],
  agent: ['@sightline/protocol'],
  test: [
    '@sightline/protocol',
    '@sightline/cloud',
    '@sightline/cloud/testing',
    '@sightline/cloud/measuring',
    '@sightline/client',
    '@sightline/agent',
    '@sightline/agent/testing',
  ],
}

/** What tests of every package stand on. */
const ofTests = '@sightline/protocol/testing'

/** The rules by name. One import may break several. */
export const importRules: Readonly<Record<string, ImportRule>> = {
  'packages reach each other by name, through their entry': (from, to) => {
    if (to.kind === 'file') {
      return to.place?.package === from.package ? undefined : 'a relative path leaves its package'
    }
    if (!to.name.startsWith('@sightline/')) return undefined
    const isMeant = entries[from.package].includes(to.name) || (from.isTest && to.name === ofTests)
    return isMeant ? undefined : `${from.package} may not import ${to.name}`
  },

  'protocol imports zod only': (from, to) => {
    if (from.package !== 'protocol' || to.kind === 'file') return undefined
    if (to.name === 'zod' || to.name.startsWith('zod/')) return undefined
    if (from.isTest && (to.name === 'vitest' || to.name.startsWith('node:'))) return undefined
    return `protocol may not import ${to.name}`
  },

  'the player imports no library: a page loads it': (from, to) => {
    if (from.package !== 'player' || from.isTest || to.kind === 'file') return undefined
    if (to.name.startsWith('@sightline/')) return undefined
    return `the player may not import ${to.name}`
  },

  'the client imports openapi-fetch only: others install it': (from, to) => {
    if (from.package !== 'client' || from.isTest || to.kind === 'file') return undefined
    if (to.name.startsWith('@sightline/') || to.name === 'openapi-fetch') return undefined
    return `the client may not import ${to.name}`
  },

  'nothing imports a program': between((_from, to) =>
    ['main.ts', 'cli.ts'].includes(to.name) ? `${to.name} is started, not imported` : undefined,
  ),

  'nothing points back to the root': between((from, to) => {
    if (
      from.isTest ||
      from.folder === '' ||
      from.folder === 'commands' ||
      from.inner.startsWith('operations/commands/')
    )
      return undefined
    const roots = ['app.ts', 'agent.ts', 'index.ts', 'services.ts', 'wiring.ts']
    return to.folder === '' && roots.includes(to.name)
      ? `${from.folder} may not import ${to.name}`
      : undefined
  }),

  'what is delivered imports no test code': between((from, to) =>
    !from.isTest && to.isTest ? `${to.inner} is test code` : undefined,
  ),

  'routes call services': inCloud((from, to) =>
    from.name.endsWith('.routes.ts') && to.name.endsWith('.repository.ts')
      ? 'routes may not import a repository'
      : undefined,
  ),

  'repositories call nobody above them': inCloud((from, to) =>
    from.name.endsWith('.repository.ts') && /\.(routes|service)\.ts$/.test(to.name)
      ? 'a repository may not import routes or services'
      : undefined,
  ),

  'a slice reaches another through its service': inCloud((from, to) => {
    const here = sliceOf(from)
    const there = sliceOf(to)
    if (here === undefined || there === undefined || here === there || here.startsWith(`${there}/`))
      return undefined
    return /\.(service|table)\.ts$/.test(to.name)
      ? undefined
      : `of the slice ${there} only *.service.ts and *.table.ts are for others`
  }),

  'an area of the cloud knows what stands below it': inCloud((from, to) =>
    areaTrouble(sliceOf(from) ?? from.folder, sliceOf(to) ?? to.folder),
  ),

  'migrations know no area': inCloud((from, to) =>
    from.folder === 'migrations' && sliceOf(to) !== undefined
      ? `migrations may not import ${to.folder}`
      : undefined,
  ),

  'a folder of the agent knows what it stands on': inDelivered('agent', (from, to) =>
    folderTrouble(from.folder, to.folder),
  ),
}

function between(rule: FileRule): ImportRule {
  return (from, to) =>
    to.kind === 'file' && to.place?.package === from.package ? rule(from, to.place) : undefined
}

/** Tests may set up their scene with any file of their own package. */
function inDelivered(name: Place['package'], rule: FileRule): ImportRule {
  return between((from, to) => (from.package === name && !from.isTest ? rule(from, to) : undefined))
}

function inCloud(rule: FileRule): ImportRule {
  return inDelivered('cloud', rule)
}
