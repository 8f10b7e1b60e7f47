#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '../harness/index.js'
import { channelSchemas } from './channel-schemas.js'
import { askOf, Checkout, connectTo } from './checkout.js'
import { databaseSql } from './database-sql.js'
import { transcriptFile } from './landed-folder.js'
import { recordAnswers } from './record-answers.js'
import { partsOf, readSchema } from './schema-sql.js'
import { playSite } from './site-story.js'
import { transcriptOf } from './transcript.js'

const HELP = `Plays a small site with the programs of a commit, and writes down what it leaves: test/landed/<commit>.

Usage: node test/dist/landed/make.js [--checkout FOLDER] [--answers]

  --checkout FOLDER   the commit's work tree, installed and built (this one)
  --answers           what its cloud answers, on the folder that is there: at the earliest an hour after that was made, for
                      what is open or of the last minutes then is another when the answers are compared
`

/** What is in a data folder of an agent only while it runs, or says what it did. */
const passing = ['LOCK', 'LOG', 'LOG.old', 'agent.sock']

const commitOf = ({ root }: Checkout): string =>
  execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: root }).toString().trim()

async function make(checkout: Checkout): Promise<void> {
  const commit = commitOf(checkout)
  const target = path.join(repositoryRoot, 'test', 'landed', commit)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'landed-'))
  // The database's own user has to pass through.
  await chmod(folder, 0o711)
  try {
    await rm(target, { recursive: true, force: true })
    await mkdir(target, { recursive: true })
    const places = { dataDir: path.join(folder, 'cloud'), agentDir: path.join(folder, 'agent'), commit }
    const story = await playSite(checkout, places, async (env) => {
      await writeFile(path.join(target, 'database.sql'), await wholeDatabase(places.dataDir))
      const backup = path.join(folder, 'backup')
      await checkout.run('cloud/dist/cli.js', ['backup', '--to', backup], env)
      for (const part of ['manifest.json', 'database'])
        await cp(path.join(backup, part), path.join(target, 'backup', part), { recursive: true })
    })
    await cp(path.join(places.dataDir, 'master.key'), path.join(target, 'master.key'))
    await cp(path.join(places.dataDir, 'media'), path.join(target, 'media'), { recursive: true })
    const isKept = (file: string) => !passing.includes(path.basename(file))
    await cp(places.agentDir, path.join(target, 'agent'), { recursive: true, filter: isKept })
    await writeJson(path.join(target, 'landed.json'), story.facts)
    await writeJson(path.join(target, 'to-gateway.schema.json'), await channelSchemas(checkout))
    await writeFile(path.join(target, 'README.md'), readme(commit))
    await writeJson(transcriptFile(commit), transcriptOf(story.session))
    process.stdout.write(`${target}\n${transcriptFile(commit)}\nIn an hour: the same with --answers.\n`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The SQL of a database, which makes the same schema again. @throws Error if it does not */
async function wholeDatabase(dataDir: string): Promise<string> {
  const client = await connectTo(dataDir)
  try {
    await client.query('begin isolation level repeatable read read only')
    const text = await databaseSql(askOf(client))
    await client.query('commit')
    await client.query('create database landed_again template template0')
    try {
      const again = await connectTo(dataDir, 'landed_again')
      await again.query(text)
      const [made, meant] = [
        partsOf(await readSchema(askOf(again))),
        partsOf(await readSchema(askOf(client))),
      ]
      await again.end()
      const other = [
        ...made.filter((part) => !meant.includes(part)),
        ...meant.filter((part) => !made.includes(part)),
      ]
      if (other.length > 0) throw new Error(`the SQL makes another schema:\n${other.join('\n')}`)
    } finally {
      await client.query('drop database landed_again with (force)')
    }
    return text
  } finally {
    await client.end()
  }
}

function readme(commit: string): string {
  return `# What ${commit} leaves

A site that was played by the programs of ${commit}, as [make.ts](../make.ts) tells it: \`npm start\`, its agent, and a simulated
camera. Every password, key and code in here was made up for this alone; no service has ever had them.

\`\`\`sh
git worktree add ../${commit} ${commit} && (cd ../${commit} && npm run build)
npm run build && node test/dist/landed/make.js --checkout ../${commit}
node test/dist/landed/make.js --checkout ../${commit} --answers   # an hour later
\`\`\`

- \`landed.json\`: what its own cloud showed to its owner.
- \`answers.json\`: what its cloud answers to every GET on that folder, and what of it is another each time.
- \`database.sql\`, \`master.key\`, \`media\`: the data folder of the cloud, which served as it was written down.
- \`backup\`: the same moment by \`cloud backup\`, without its media, which are those beside it.
- \`agent\`: the data folder of the agent, stopped in order, with an event and its clip that the cloud knows nothing of.
- \`to-gateway.schema.json\`: by which an agent of ${commit} reads what the cloud says.

A command that the agent did not know was put to it as well: it went on, else none of this would be here. Its first session
is \`protocol/src/examples/transcripts/v1-${commit}-session.json\`, without sealed passwords and signatures.
`
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`)
}

const { values } = parseArgs({
  options: {
    checkout: { type: 'string', default: repositoryRoot },
    answers: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const checkout = new Checkout(values.checkout)
if (values.help) process.stdout.write(HELP)
else if (values.answers) await recordAnswers(commitOf(checkout), checkout)
else await make(checkout)
