import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { parseCidr } from './address-policy.js'
import { AgentError } from './errors.js'

/** What the environment says, read once. */
export interface AgentConfig {
  /** Folder of identity, configuration, outbox and recordings; absolute. */
  readonly dataDir: string
  /** An ffmpeg to use before any other, or null. */
  readonly ffmpegPath: string | null
  /** Networks of cameras beyond the private ranges. */
  readonly cameraCidrs: readonly string[]
  /** Networks that a relay may reach besides public addresses. */
  readonly allowedPrivateCidrs: readonly string[]
  /** The key by which the cloud knows its relays, or null. */
  readonly relayKey: string | null
  /** Proxy for https and wss, or null. */
  readonly proxyUrl: string | null
  /** The longest wait between attempts to reach the cloud, ms. */
  readonly reconnectMaxMs: number
  readonly logLevel: string
}

const optionalText = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text.trim() === '' ? null : text.trim()))

/**
 * Networks in CIDR notation, between commas or blanks.
 * @throws RangeError that names the first that is none
 */
export function parseCidrs(text: string): string[] {
  const cidrs = text.split(/[\s,]+/).filter((entry) => entry !== '')
  for (const cidr of cidrs) parseCidr(cidr)
  return cidrs
}

function toCidrs(text: string | null, context: z.RefinementCtx<string | null>): string[] {
  try {
    return parseCidrs(text ?? '')
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
}

const Environment = z.object({
  AGENT_DATA_DIR: optionalText,
  FFMPEG_PATH: optionalText,
  CAMERA_CIDRS: optionalText.transform(toCidrs),
  ALLOWED_PRIVATE_CIDRS: optionalText.transform(toCidrs),
  RELAY_KEY: optionalText,
  HTTPS_PROXY: optionalText.refine((text) => text === null || /^https?:\/\//.test(text), {
    message: 'must be a URL such as http://proxy.example:3128',
  }),
  RECONNECT_MAX_SEC: optionalText
    .transform((text) => (text === null ? 60 : Number(text)))
    .pipe(
      z
        .number({ message: 'must be 1 to 60 seconds' })
        .min(1, 'must be 1 to 60 seconds')
        .max(60, 'must be 1 to 60 seconds'),
    ),
  LOG_LEVEL: optionalText.pipe(
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
        message: 'must be trace, debug, info, warn, error, fatal or silent',
      })
      .nullable(),
  ),
})

/**
 * Reads the settings of this process.
 * @throws AgentError `usage` that names the variable and what it must look like.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): AgentConfig {
  const parsed = Environment.safeParse({ ...env, HTTPS_PROXY: env['HTTPS_PROXY'] ?? env['https_proxy'] })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new AgentError(
      'usage',
      `${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'is wrong'}`,
    )
  }
  const { AGENT_DATA_DIR, FFMPEG_PATH, HTTPS_PROXY, RECONNECT_MAX_SEC, LOG_LEVEL } = parsed.data
  return Object.freeze({
    dataDir: resolve(AGENT_DATA_DIR ?? defaultDataDir()),
    ffmpegPath: FFMPEG_PATH,
    cameraCidrs: Object.freeze(parsed.data.CAMERA_CIDRS),
    allowedPrivateCidrs: Object.freeze(parsed.data.ALLOWED_PRIVATE_CIDRS),
    relayKey: parsed.data.RELAY_KEY,
    proxyUrl: HTTPS_PROXY,
    reconnectMaxMs: RECONNECT_MAX_SEC * 1000,
    logLevel: LOG_LEVEL ?? 'info',
  })
}

function defaultDataDir(): string {
  const isRoot = process.getuid?.() === 0
  return isRoot ? '/var/lib/sightline-agent' : join(homedir(), '.sightline-agent')
}
