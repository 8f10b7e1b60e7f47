import { runBuilt } from './run-built.mjs'

await runBuilt('test/dist/bench/main.js')
