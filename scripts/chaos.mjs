import { runBuilt } from './run-built.mjs'

await runBuilt('test/dist/chaos/main.js')
