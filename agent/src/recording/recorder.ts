import { BackgroundTasks, inBackground, kept } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import { AgentError } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import type { PacketSource } from '../stream/packet.js'
import type { DiskSpace } from './disk-quota.js'
import type { Finishing } from './finishing.js'
import { awaitNextRun } from './next-run.js'
import type { RecentAnswers, TriggerAnswer } from './recent-answers.js'
import { Recording } from './recording.js'
import { lostPictures, type RecordingEnd } from './recording-end.js'
import type { RecordingFiles } from './recording-files.js'
import type { OpenedEvent, RecordingObserver } from './recording-observer.js'
import {
  expectedSec,
  extended,
  newestInProgressMs,
  planOf,
  type RecordingPlan,
  type RecordingSettings,
  triggerInStream,
} from './recording-plan.js'

/** What asks for a clip. */
export interface Trigger {
  /** A UUID, made by whoever saw the cause; the same again means the same event. */
  readonly eventId: string
  readonly category: string
  readonly topic: string
  readonly source: OpenedEvent['source']
  readonly rawSource: string
  readonly rawData: Readonly<Record<string, unknown>>
  /** Wall clock of the gateway, ms since the epoch. */
  readonly triggeredAtMs: number
  /** Instead of the camera's own duration. */
  readonly durationSec?: number
}

export type RecorderState = 'idle' | 'recording' | 'finishing' | 'error'

interface RecorderOptions {
  readonly cameraId: string
  readonly source: PacketSource
  readonly settings: RecordingSettings
  /** The longest clip, ms. */
  readonly mostMs: number
  /** Every manual trigger is an event and a recording of its own; else one during a recording lengthens that. */
  readonly eachTriggerAlone: boolean
  readonly clock: Clock
  readonly log: Logger
  readonly random: Random
  readonly files: RecordingFiles
  readonly observer: RecordingObserver
  readonly answers: RecentAnswers
  readonly finishing: Finishing
  readonly room: DiskSpace
  /** Called when it is stopped: it takes no further trigger. */
  readonly onStop: () => void
}

/** A rest of a recording that is shorter than this is no clip of its own, ms. */
const leastRestMs = 1000

/** A clip in the making. */
interface Current {
  readonly recording: Recording
  /** Resolves once the observer has the event. */
  readonly opened: Promise<void>
  /** The newest trigger. */
  cause: Trigger
}

/**
 * Records the clips of one camera. A trigger during one lengthens it, so that they come one after the other;
 * with `eachTriggerAlone` a manual one begins another, over the same packets.
 */
export class Recorder implements AsyncDisposable {
  readonly #options: RecorderOptions
  readonly #closing: BackgroundTasks
  #settings: RecordingSettings
  /** Those that have not ended; more than one only with `eachTriggerAlone`. */
  readonly #making = new Set<Current>()
  #cutEventId: string | null = null
  readonly #stopping = new AbortController()

  constructor(options: RecorderOptions) {
    this.#options = options
    const { cameraId, log } = options
    this.#closing = new BackgroundTasks((err) => log.error({ cameraId, err }, 'recording.not_closed'))
    this.#settings = options.settings
  }

  get cameraId(): string {
    return this.#options.cameraId
  }

  get state(): RecorderState {
    return this.#making.size === 0 ? this.#options.finishing.stateOf(this.cameraId) : 'recording'
  }

  /** The event of the newest recording if that ended because its pictures were lost; null otherwise. */
  get cutEventId(): string | null {
    return this.#making.size === 0 ? this.#cutEventId : null
  }

  /** New settings count from the next trigger on. */
  configure(settings: RecordingSettings): void {
    this.#settings = settings
  }

  /**
   * Records a clip, or lengthens the one in the making. Resolves once that is durable. The same event id is
   * answered as the first time, also if it was absorbed.
   * @throws AgentError `failed` after `stop`; any Error of the observer, then ask again.
   */
  trigger(trigger: Trigger): Promise<TriggerAnswer> {
    return this.#options.answers.once(trigger.eventId, () => this.#answer(trigger))
  }

  /** Resolves once every clip that is over is handed to finishing. */
  async settled(): Promise<void> {
    await this.#closing.settled()
  }

  /** Ends each clip in the making with what there is; resolves once its journal is complete. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const { recording } of this.#making) recording.end({ kind: 'stopped' })
    await this.#closing.settled()
    this.#options.onStop()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  /** Decides in one turn, without waiting, so that two triggers never begin two clips. */
  async #answer(trigger: Trigger): Promise<TriggerAnswer> {
    if (this.#stopping.signal.aborted) throw new AgentError('failed', 'the agent is stopping')
    const making = [...this.#making].filter(({ recording }) => !recording.isOver)
    const same = making.find(({ recording }) => recording.event.eventId === trigger.eventId)
    if (same) return opening(same)
    const current = making.find(({ cause }) => this.#belongTogether(cause, trigger))
    return current ? this.#extend(current, trigger) : this.#begin(trigger)
  }

  /** What a person asked for may have to stand alone; what the camera or software notices never does. */
  #belongTogether(one: Trigger, other: Trigger): boolean {
    return !this.#options.eachTriggerAlone || (one.source !== 'manual' && other.source !== 'manual')
  }

  #begin(trigger: Trigger): Promise<TriggerAnswer> {
    const { mostMs, files } = this.#options
    const durationSec = trigger.durationSec ?? this.#settings.durationSec
    const plan = planOf(this.#inStream(trigger), durationSec, this.#settings, mostMs)
    const event = eventOf(trigger, this.cameraId)
    if (files.knows(trigger.eventId)) {
      // Recorded before a restart: the observer has it, or will have it by recovery.
      return Promise.resolve(answerOf(event, plan, 'triggered'))
    }
    return opening(this.#open(event, trigger, plan, null))
  }

  async #extend(current: Current, trigger: Trigger): Promise<TriggerAnswer> {
    const { observer, log } = this.#options
    const { recording } = current
    const durationSec = trigger.durationSec ?? this.#settings.durationSec
    const event = {
      eventId: recording.event.eventId,
      cameraId: this.cameraId,
      absorbedEventId: trigger.eventId,
      triggeredAtMs: trigger.triggeredAtMs,
    }
    current.cause = trigger
    recording.extend(event, extended(recording.plan, this.#inStream(trigger), durationSec, this.#settings))
    const answer = answerOf(recording.event, recording.plan, 'recording_extended')
    await current.opened
    await observer.extended(event)
    log.info(
      { cameraId: this.cameraId, eventId: event.eventId, absorbed: trigger.eventId },
      'recording.extended',
    )
    return answer
  }

  #open(event: OpenedEvent, cause: Trigger, plan: RecordingPlan, afterPtsMs: number | null): Current {
    const { clock, source, files, room } = this.#options
    const journalPath = files.journal(event.eventId)
    const recording = new Recording({ clock, source, journalPath, event, plan, room, afterPtsMs })
    const current = { recording, opened: kept(this.#makeDurable(recording)), cause }
    this.#making.add(current)
    this.#closing.add(recording.ended.then((end) => this.#close(current, end)))
    return current
  }

  async #makeDurable(recording: Recording): Promise<void> {
    const { observer, log } = this.#options
    const { event } = recording
    try {
      await recording.open()
    } catch (error) {
      // The event is reported all the same; it closes without a clip.
      log.error({ err: error, cameraId: this.cameraId, eventId: event.eventId }, 'recording.no_journal')
    }
    await observer.opened(event)
    log.info({ cameraId: this.cameraId, eventId: event.eventId, source: event.source }, 'recording.opened')
  }

  async #close(current: Current, end: RecordingEnd): Promise<void> {
    const { finishing, log } = this.#options
    const { recording, opened } = current
    const { event } = recording
    const { eventId } = event
    this.#making.delete(current)
    this.#cutEventId = lostPictures(end) ? eventId : null
    if (end.kind === 'bound') this.#continue(current, recording.newestMs, recording.plan.untilMs)
    if (end.kind === 'stream_lost')
      inBackground(this.#continueLater(current), log, 'recording.not_continued', { eventId })
    try {
      await opened
    } catch (error) {
      log.error({ err: error, eventId }, 'recording.not_opened')
    }
    const { error, hasJournal } = await recording.close()
    log.info({ cameraId: this.cameraId, eventId, end: end.kind, error }, 'recording.ended')
    if (hasJournal)
      inBackground(finishing.begin(eventId, this.cameraId, error), log, 'recording.not_finished', { eventId })
    else finishing.closeWithoutClip(event, error)
  }

  /** The rest of a recording whose stream broke is another clip, from where the stream goes on. */
  async #continueLater(current: Current): Promise<void> {
    const { source, clock } = this.#options
    const { runId, restMs } = current.recording
    if (runId === null) return
    const brokeAtMs = clock.monotonic()
    const { signal } = this.#stopping
    const withinMs = restMs - leastRestMs
    const run = await awaitNextRun({ source, clock, afterRunId: runId, withinMs, signal })
    const leftMs = restMs - (clock.monotonic() - brokeAtMs)
    if (run !== null && leftMs >= leastRestMs)
      this.#continue(current, run.startedAtMs, run.startedAtMs + leftMs)
  }

  /** What goes beyond the longest clip, or came after a break of the stream: from the next key frame on. */
  #continue(current: Current, fromMs: number | null, untilMs: number): void {
    const { random, mostMs, source } = this.#options
    const { recording, cause } = current
    if (this.#stopping.signal.aborted) return
    // A trigger that came since then began a recording of its own, which goes on from here.
    const follower = [...this.#making].find((other) => this.#belongTogether(other.cause, cause))
    if (follower !== undefined) {
      this.#lengthen(follower, cause, untilMs)
      return
    }
    const atMs = fromMs ?? recording.plan.fromMs
    const eventId = random.timeId()
    const rawData = { ...cause.rawData, continues: recording.event.eventId }
    const event = eventOf({ ...cause, eventId, rawData, triggeredAtMs: Math.round(atMs) }, this.cameraId)
    const plan = { fromMs: atMs, untilMs, mostMs }
    const isSameRun = source.currentRun()?.id === recording.runId
    const next = this.#open(event, cause, plan, isSameRun ? recording.newestPtsMs : null)
    next.opened.catch((error: unknown) =>
      this.#options.log.error({ err: error, eventId }, 'recording.not_continued'),
    )
  }

  /** What was left of a recording that ended is recorded by the one that was begun since. */
  #lengthen({ recording, opened }: Current, { triggeredAtMs }: Trigger, untilMs: number): void {
    if (recording.isOver || untilMs <= recording.plan.untilMs) return
    const { observer, log } = this.#options
    const { eventId } = recording.event
    const event = { eventId, cameraId: this.cameraId, absorbedEventId: null, triggeredAtMs }
    recording.extend(event, { ...recording.plan, untilMs })
    const told = opened.then(() => observer.extended(event))
    inBackground(told, log, 'recording.extension_not_told', { eventId })
  }

  #inStream(trigger: Trigger): number {
    const { clock, source } = this.#options
    return triggerInStream(trigger.triggeredAtMs, clock.now(), newestInProgressMs(source))
  }
}

async function opening({ recording, opened }: Current): Promise<TriggerAnswer> {
  const answer = answerOf(recording.event, recording.plan, 'triggered')
  await opened
  return answer
}

function answerOf(event: OpenedEvent, plan: RecordingPlan, status: TriggerAnswer['status']): TriggerAnswer {
  const { eventId, triggeredAtMs } = event
  return { eventId, status, startedAtMs: triggeredAtMs, expectedDurationSec: expectedSec(plan) }
}

function eventOf(trigger: Trigger, cameraId: string): OpenedEvent {
  const { eventId, category, topic, source, rawSource, rawData, triggeredAtMs } = trigger
  return { eventId, cameraId, category, topic, source, rawSource, rawData, triggeredAtMs }
}
