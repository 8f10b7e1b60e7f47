import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What this process counts of itself, for Prometheus. A label has few values and never names an organisation, a
 * person or anything of theirs: routes by their pattern, outcomes by their word.
 */
export interface Metrics {
  /** Requests that were answered, in seconds. */
  readonly requests: Histogram<'method' | 'route' | 'status'>
  /** Attempts to deliver to a webhook: `delivered`, `retry`, `refused`, `exhausted`. */
  readonly deliveries: Counter<'outcome'>
  /** Attempts to send a mail: `sent`, `retry`, `failed`, `dropped`. */
  readonly mails: Counter<'outcome'>
  /** Attempts to send somebody's browsers a message: `sent`, `retry`, `failed`, `dropped`. */
  readonly pushes: Counter<'outcome'>
  /** Durable frames of gateways that were taken: by type and `stored`, `duplicate`, `refused` or `quarantined`. */
  readonly intake: Counter<'type' | 'outcome'>
  /** Requests to models: `answered` or the fault. */
  readonly modelCalls: Counter<'provider' | 'purpose' | 'outcome'>
  /** How long they took, in seconds. */
  readonly modelSeconds: Histogram<'provider' | 'purpose'>
  /** Tokens that providers counted: `input` and `output`. */
  readonly modelTokens: Counter<'provider' | 'direction'>
  /** Analyses of events that came to their end here: `completed`, `skipped`, `failed`. */
  readonly analyses: Counter<'state'>
  /** Verdicts of compiled rules: who decided, and `match`, `no_match` or `doubtful`. */
  readonly verdicts: Counter<'decided_by' | 'outcome'>
  /** Questions to the AI judge: `answered`, `failed`, or `budget_spent` where none was asked. */
  readonly judgeQuestions: Counter<'outcome'>
  /** Uploads that were put off for want of room: `quota` of the organisation, or `disk`. */
  readonly uploadsPutOff: Counter<'reason'>
  /** What retention removed, by kind. */
  readonly removed: Counter<'kind'>
  /** Steps of retention that failed. */
  readonly retentionFailures: Counter<'step'>
  /** Bytes of live view: `in` from agents, `out` to viewers. */
  readonly liveBytes: Counter<'direction'>
  /** Frames of live view that were left out, for a viewer was too slow. */
  readonly liveSkipped: Counter
  /** From sending a frame of live view to its acknowledgement, in seconds. */
  readonly liveAge: Histogram
  /** Streams of notices that ended: why, `slow` if nobody read, `left` by their readers. */
  readonly noticesEnded: Counter<'reason'>
  /** Adds a figure that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** The type and the text of the answer to Prometheus. */
  expose(): Promise<{ contentType: string; text: string }>
}

/** The metrics of a process, in a registry of their own: two nodes in one process do not share them. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
    new Counter({ name: `sightline_${name}`, help, labelNames, registers })

  const gauge: Metrics['gauge'] = (name, help, read) => {
    const made: Gauge = new Gauge({
      name: `sightline_${name}`,
      help,
      registers,
      // A figure that cannot be read now is not a number; the others are shown.
      collect: async () =>
        made.set(
          await Promise.resolve()
            .then(read)
            .catch(() => Number.NaN),
        ),
    })
  }
  gauge('process_resident_memory_bytes', 'Memory that this process holds.', () => process.memoryUsage.rss())
  gauge('process_cpu_seconds', 'Processor time that this process has used.', cpuSeconds)
  gauge('process_uptime_seconds', 'How long this process has run.', () => process.uptime())

  return {
    requests: new Histogram({
      name: 'sightline_http_request_duration_seconds',
      help: 'Requests that were answered, by route pattern and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    deliveries: counter('webhook_attempts_total', 'Attempts to deliver to a webhook.', 'outcome'),
    mails: counter('mail_attempts_total', 'Attempts to send a mail.', 'outcome'),
    pushes: counter('push_attempts_total', 'Attempts to send a message to browsers.', 'outcome'),
    intake: counter('intake_frames_total', 'Durable frames of gateways that were taken.', 'type', 'outcome'),
    modelCalls: counter('model_calls_total', 'Requests to models.', 'provider', 'purpose', 'outcome'),
    modelSeconds: new Histogram({
      name: 'sightline_model_call_duration_seconds',
      help: 'Requests to models, by provider and what they are for.',
      labelNames: ['provider', 'purpose'],
      buckets: [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160],
      registers,
    }),
    modelTokens: counter('model_tokens_total', 'Tokens that models took and gave.', 'provider', 'direction'),
    analyses: counter('analyses_total', 'Analyses of events that a worker of this node ended.', 'state'),
    verdicts: counter('rule_verdicts_total', 'Verdicts of compiled rules.', 'decided_by', 'outcome'),
    judgeQuestions: counter(
      'judge_questions_total',
      'Questions to the AI judge, by what came of them.',
      'outcome',
    ),
    uploadsPutOff: counter('uploads_put_off_total', 'Uploads that have to wait for room.', 'reason'),
    removed: counter('retention_removed_total', 'What retention removed.', 'kind'),
    retentionFailures: counter('retention_failures_total', 'Steps of retention that failed.', 'step'),
    liveBytes: counter('live_bytes_total', 'Bytes of live view, from agents and to viewers.', 'direction'),
    liveSkipped: counter('live_frames_skipped_total', 'Frames that were left out for slow viewers.'),
    liveAge: new Histogram({
      name: 'sightline_live_frame_age_seconds',
      help: 'From sending a frame of live view to its acknowledgement.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    noticesEnded: counter(
      'notice_streams_ended_total',
      'Streams of notices that ended, by what ended them.',
      'reason',
    ),
    gauge,
    expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Counts how late this process is with what it should do. @returns ends that */
export function watchEventLoop(metrics: Metrics): () => void {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  metrics.gauge('event_loop_delay_p50_seconds', 'Delay of the event loop, half of the time.', () =>
    seconds(delays.percentile(50)),
  )
  metrics.gauge('event_loop_delay_p99_seconds', 'Delay of the event loop, 99 of 100 times.', () =>
    seconds(delays.percentile(99)),
  )
  metrics.gauge(
    'event_loop_delay_max_seconds',
    'Longest delay of the event loop since the last look.',
    () => {
      const longest = seconds(delays.max)
      delays.reset()
      return longest
    },
  )
  return () => delays.disable()
}
