import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { repositoryRoot } from '../harness/index.js'
import { ChannelSchemas } from './channel-schemas.js'
import { bytesIn, fileWith } from './file-with.js'
import { LandedFacts } from './landed-facts.js'
import { RecordedAnswer } from './lost-in-answers.js'
import { Said } from './said.js'

const folder = path.join(repositoryRoot, 'test', 'landed')

/** The first session of a commit's gateway, beside those of the protocol. */
export const transcriptFile = (commit: string): string =>
  path.join(repositoryRoot, 'protocol/src/examples/transcripts', `v1-${commit}-session.json`)

/** What a commit answered to every GET, on the data that it left. */
export const answersFile = (commit: string): string => path.join(folder, commit, 'answers.json')

/** What a commit left, and how it is laid where a service finds it. */
export interface LandedFolder {
  readonly facts: LandedFacts
  readonly masterKey: string
  readonly databaseSql: string
  /** Of a clip of the cloud. @throws Error if there is none */
  clipOf(sha256: string): Promise<Buffer>
  /** What its clips and pictures take together. */
  mediaBytes(): Promise<number>
  /** Lays clips and pictures into the data folder of a cloud. */
  layMedia(dataDir: string): Promise<void>
  /** Lays a whole backup there. */
  layBackup(place: string): Promise<void>
  /** Lays the data folder of the agent there, whose cloud is at that address now. */
  layAgent(place: string, cloudUrl: string): Promise<void>
  /** By which its gateway reads what the cloud says. */
  schemas(): Promise<ChannelSchemas>
  /** What its gateway and its cloud said to each other. */
  session(): Promise<Said[]>
  /** What its cloud answered to its owner. */
  answers(): Promise<RecordedAnswer[]>
}

/** The landed commits of which there is a folder. */
export async function landedCommits(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

export async function openLanded(commit: string): Promise<LandedFolder> {
  const place = (...names: string[]) => path.join(folder, commit, ...names)
  const json = async (name: string): Promise<unknown> => JSON.parse(await readFile(place(name), 'utf8'))
  return {
    facts: LandedFacts.parse(await json('landed.json')),
    masterKey: (await readFile(place('master.key'), 'utf8')).trim(),
    databaseSql: await readFile(place('database.sql'), 'utf8'),
    clipOf: (sha256) => fileWith(sha256, [place('media'), place('agent', 'recordings')]),
    mediaBytes: () => bytesIn(place('media')),
    layMedia: (dataDir) => cp(place('media'), path.join(dataDir, 'media'), { recursive: true }),
    async layBackup(target) {
      await cp(place('backup'), target, { recursive: true })
      await cp(place('media'), path.join(target, 'media'), { recursive: true })
    },
    async layAgent(target, cloudUrl) {
      await mkdir(target, { recursive: true })
      await cp(place('agent'), target, { recursive: true })
      const file = path.join(target, 'identity.json')
      const identity = z.looseObject({}).parse(JSON.parse(await readFile(file, 'utf8')))
      await writeFile(file, JSON.stringify({ ...identity, cloud_url: cloudUrl }))
      // Whom a file is for is not kept in the repository.
      await chmod(file, 0o600)
    },
    schemas: async () => ChannelSchemas.parse(await json('to-gateway.schema.json')),
    answers: async () => z.array(RecordedAnswer).parse(await json('answers.json')),
    session: async () => z.array(Said).parse(JSON.parse(await readFile(transcriptFile(commit), 'utf8'))),
  }
}
