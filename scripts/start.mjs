import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildProducts } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { relayBeside } from './relay-beside.mjs'
import { root, script } from './workspace.mjs'

// The cloud runs inside this very process: it gets every signal itself, its exit code is ours, and when this process
// is killed, so is the cloud.
endWithNpm()
await script(buildProducts)
const { runCloud } = await import(pathToFileURL(join(root, 'cloud', 'dist', 'run-cloud.js')).href)
await runCloud(relayBeside)
