import { runBuilt } from './run-built.mjs'

await runBuilt('agent/dist/main.js')
