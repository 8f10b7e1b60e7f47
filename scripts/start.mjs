import { runBuilt } from './run-built.mjs'

await runBuilt('cloud/dist/main.js')
