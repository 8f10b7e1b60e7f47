import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildDescription } from './build.mjs'
import { Refusal, root, say, script } from './workspace.mjs'

const client = join(root, 'cloud', 'client')
const target = join(client, 'src', 'api.ts')

const imported = (...path) => import(pathToFileURL(join(root, ...path)).href)

/** The types of the OpenAPI document of these sources. Nothing is asked of a network or a database. */
async function typesOfTheApi() {
  const [{ apiDocument }, { default: openapiTS, astToString }] = await Promise.all([
    imported('cloud', 'testing', 'dist', 'api-document.js'),
    imported('cloud', 'client', 'node_modules', 'openapi-typescript', 'dist', 'index.mjs'),
  ])
  const document = JSON.parse(await apiDocument())
  return `// Made by \`npm run client\` from the OpenAPI document; not written by hand.\n${astToString(await openapiTS(document))}`
}

/** `npm run client` writes the generated types of the client; with `--check` it says whether they are those of the routes. */
await script(async () => {
  await buildDescription()
  const types = await typesOfTheApi()
  const present = existsSync(target) ? readFileSync(target, 'utf8') : ''
  if (types === present) return say('The client has the types of the interface.')
  if (process.argv.includes('--check'))
    throw new Refusal(
      'The types of the client are not those of the routes: npm run client, and commit cloud/client/src/api.ts.',
    )
  await writeFile(target, types)
  say('Written: cloud/client/src/api.ts')
})
