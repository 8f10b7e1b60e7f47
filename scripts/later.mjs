import { say } from './workspace.mjs'

say(`npm run ${process.argv[2]} comes with a later release of Sightline; this one does not have it yet.`)
process.exit(2)
