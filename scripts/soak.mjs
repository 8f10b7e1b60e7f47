import { runBuilt } from './run-built.mjs'

await runBuilt('test/dist/soak/main.js')
