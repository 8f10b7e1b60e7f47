import { runBuilt } from './run-built.mjs'

await runBuilt('test/dist/demo/main.js')
