import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { parseCidr } from './address-policy.js'
import { defaultSilenceMs } from './cloud-http.js'
import { AgentError } from './errors.js'
import { bitsPerMegabit, parseUploadSchedule, type UploadSchedule } from './upload-schedule.js'

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
  /** What is reached without it. */
  readonly noProxy: readonly string[]
  /** The longest wait between attempts to reach the cloud, ms. */
  readonly reconnectMaxMs: number
  /** How long nothing may come from the cloud before the connection is taken for dead, ms. */
  readonly cloudSilenceMs: number
  /** How long a camera must be away before it is searched for at other addresses, ms; null for never. */
  readonly cameraLostAfterMs: number | null
  readonly diskLimits: {
    /** The most that recordings take on the disk, bytes; null for what the reserve leaves. */
    readonly quotaBytes: number | null
    /** The share of the disk that stays free, 0 to 0.5. */
    readonly reserveShare: number
  }
  /** How much of the line uploads may take. */
  readonly uploadSchedule: UploadSchedule
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

function isProxyUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  try {
    return [username, password].every((part) => decodeURIComponent(part) !== null)
  } catch {
    return false
  }
}

const bytesPerGb = 1e9

function numberOf(text: string | null, context: z.RefinementCtx<string | null>, bounds: Bounds) {
  if (text === null) return null
  const value = Number(text)
  if (value >= bounds.least && value <= bounds.most) return value
  context.addIssue({ code: 'custom', message: `must be ${bounds.least} to ${bounds.most} ${bounds.unit}` })
  return z.NEVER
}

interface Bounds {
  readonly least: number
  readonly most: number
  readonly unit: string
}

const gigabytes: Bounds = { least: 0.1, most: 1_000_000, unit: 'GB' }
const silence: Bounds = { least: 2, most: 60, unit: 'seconds' }
const absence: Bounds = { least: 0, most: 3600, unit: 'seconds' }
const percent: Bounds = { least: 0, most: 50, unit: 'percent of the disk' }
const megabits: Bounds = { least: 0.1, most: 100_000, unit: 'Mbit/s' }

function scheduleOf(
  { UPLOAD_LIMIT_MBPS: limit, UPLOAD_SCHEDULE: text }: UploadSettings,
  context: z.RefinementCtx<UploadSettings>,
): UploadSchedule {
  const otherwise = limit === null ? null : limit * bitsPerMegabit
  try {
    return text === null ? { spans: [], otherwise } : parseUploadSchedule(text, otherwise)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    context.addIssue({ code: 'custom', path: ['UPLOAD_SCHEDULE'], message })
    return z.NEVER
  }
}

interface UploadSettings {
  readonly UPLOAD_LIMIT_MBPS: number | null
  readonly UPLOAD_SCHEDULE: string | null
}

const Environment = z
  .object({
    AGENT_DATA_DIR: optionalText,
    FFMPEG_PATH: optionalText,
    CAMERA_CIDRS: optionalText.transform(toCidrs),
    ALLOWED_PRIVATE_CIDRS: optionalText.transform(toCidrs),
    RELAY_KEY: optionalText,
    HTTPS_PROXY: optionalText.refine((text) => text === null || isProxyUrl(text), {
      message:
        'must be a URL such as http://proxy.example:3128; in a name or password each of @ : / # ? % is written as % and two digits',
    }),
    NO_PROXY: optionalText,
    RECONNECT_MAX_SEC: optionalText
      .transform((text) => (text === null ? 60 : Number(text)))
      .pipe(
        z
          .number({ message: 'must be 1 to 60 seconds' })
          .min(1, 'must be 1 to 60 seconds')
          .max(60, 'must be 1 to 60 seconds'),
      ),
    CLOUD_SILENCE_SEC: optionalText.transform((text, context) => numberOf(text, context, silence)),
    CAMERA_SEARCH_AFTER_SEC: optionalText.transform((text, context) => numberOf(text, context, absence)),
    CLIPS_MAX_GB: optionalText.transform((text, context) => numberOf(text, context, gigabytes)),
    DISK_RESERVE_PERCENT: optionalText.transform((text, context) => numberOf(text, context, percent)),
    UPLOAD_LIMIT_MBPS: optionalText.transform((text, context) => numberOf(text, context, megabits)),
    UPLOAD_SCHEDULE: optionalText,
    LOG_LEVEL: optionalText.pipe(
      z
        .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
          message: 'must be trace, debug, info, warn, error, fatal or silent',
        })
        .nullable(),
    ),
  })
  .transform((settings, context) => ({ ...settings, uploadSchedule: scheduleOf(settings, context) }))

/** How much of the disk recordings leave free, unless a setting says otherwise. */
const reservePercent = 5

/**
 * Reads the settings of this process.
 * @throws AgentError `usage` that names the variable and what it must look like.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): AgentConfig {
  const parsed = Environment.safeParse({
    ...env,
    HTTPS_PROXY: env['HTTPS_PROXY'] ?? env['https_proxy'],
    NO_PROXY: env['NO_PROXY'] ?? env['no_proxy'],
  })
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
    noProxy: Object.freeze((parsed.data.NO_PROXY ?? '').split(/[\s,]+/).filter((entry) => entry !== '')),
    reconnectMaxMs: RECONNECT_MAX_SEC * 1000,
    cloudSilenceMs:
      parsed.data.CLOUD_SILENCE_SEC === null ? defaultSilenceMs : parsed.data.CLOUD_SILENCE_SEC * 1000,
    cameraLostAfterMs: absenceMs(parsed.data.CAMERA_SEARCH_AFTER_SEC),
    diskLimits: Object.freeze({
      quotaBytes: parsed.data.CLIPS_MAX_GB === null ? null : parsed.data.CLIPS_MAX_GB * bytesPerGb,
      reserveShare: (parsed.data.DISK_RESERVE_PERCENT ?? reservePercent) / 100,
    }),
    uploadSchedule: Object.freeze(parsed.data.uploadSchedule),
    logLevel: LOG_LEVEL ?? 'info',
  })
}

/** About three attempts to connect, unless a setting says otherwise. */
function absenceMs(seconds: number | null): number | null {
  return seconds === 0 ? null : (seconds ?? 12) * 1000
}

function defaultDataDir(): string {
  const isRoot = process.getuid?.() === 0
  return isRoot ? '/var/lib/sightline-agent' : join(homedir(), '.sightline-agent')
}
