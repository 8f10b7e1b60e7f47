import autocannon from 'autocannon'
import { z } from 'zod'
import { percentile } from '../measure/statistics.js'
import { serve } from './serve.js'

// Asks an address for some seconds over connections that stay open, each waiting for its answer. Of several tokens
// each connection takes turns with a share of its own, so that no two use one at the same time; of several paths each
// connection keeps to one.

const Question = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  tokens: z.array(z.string()).default([]),
  paths: z.array(z.string()).default([]),
  connections: z.number().int(),
  seconds: z.number(),
})

serve(Question, ({ url, headers, tokens, paths, connections, seconds }) => {
  let connected = 0
  const setupClient = (client: autocannon.Client) => {
    const share = tokens.filter((_, index) => index % connections === connected)
    const path = paths[connected % paths.length]
    connected += 1
    if (path !== undefined) client.setRequests([{ path, headers }])
    if (share.length === 0) return
    client.setRequests(share.map((token) => ({ headers: { ...headers, authorization: `Bearer ${token}` } })))
  }
  // autocannon's own histogram knows whole milliseconds only.
  const tookMs: number[] = []
  return new Promise((resolve, reject) => {
    const run = autocannon({ url, headers, connections, duration: seconds, setupClient }, (error, result) => {
      if (error) reject(error instanceof Error ? error : new Error(String(error)))
      else if (result.non2xx + result.errors > 0) {
        reject(new Error(`${result.non2xx} answers other than 2xx, ${result.errors} errors`))
      } else {
        resolve({
          requests: tookMs.length,
          perSec: tookMs.length / result.duration,
          p50Ms: percentile(tookMs, 50),
          p99Ms: percentile(tookMs, 99),
        })
      }
    })
    run.on('response', (_client, _status, _bytes, responseTime) => tookMs.push(responseTime))
  })
})
