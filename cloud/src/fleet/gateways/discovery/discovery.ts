import {
  addressesIn,
  type DiscoveredDevice,
  type DiscoveryCache,
  type DiscoveryStarted,
} from '@sightline/protocol'
import type { z } from 'zod'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Caller } from '../../../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { conflict } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import type { CommandAnswer, GatewayCommands } from '../../channel/commands/command.service.js'
import { requireGateway } from '../gateway.service.js'
import { findScan, saveScanBegun, saveScanEnded } from './discovery.repository.js'

/** How long a gateway listens, and how long the cloud waits for what it found. */
const listening = { timeoutSec: 8, deadlineMs: 25_000 } as const
/** A scan that has not ended by then never will: its node ended before it. */
const givenUpMs = 150_000

type Scan = Awaited<ReturnType<typeof findScan>>

/** Scans that this node began and whose end it has not stored yet. */
export class Discoveries implements AsyncDisposable {
  readonly #platform: Platform
  readonly #commands: GatewayCommands
  readonly #underWay = new Set<Promise<void>>()

  constructor(platform: Platform, commands: GatewayCommands) {
    this.#platform = platform
    this.#commands = commands
  }

  /**
   * Begins a scan of the gateway's network and answers at once; `cached` has the devices when it ends.
   * A gateway runs one scan at a time: a second one would be refused by it, and what the first finds would be nobody's.
   * @throws AppError missing; conflict if the gateway is off line or looks already; rate_limited
   */
  async begin(
    caller: Caller,
    gatewayId: string,
    targets?: readonly string[],
  ): Promise<z.infer<typeof DiscoveryStarted>> {
    const { orgId } = caller
    const { database, clock } = this.#platform
    await requireGateway(database.forOrg(orgId), caller, gatewayId)
    const bucket = { key: `discovery:${orgId}`, perMinute: this.#platform.config.probesPerMinute }
    await requireToken(database.lookup, bucket, 'too many scans in this organisation; wait a moment')
    if (!(await this.#commands.isConnected(orgId, gatewayId))) throw conflict('the gateway is off line')
    const givenUpBefore = new Date(clock.now() - givenUpMs)
    const startedAt = await database.inOrg(orgId, async (tx) => {
      const began = await saveScanBegun(tx, { orgId, gatewayId }, givenUpBefore)
      if (!began) throw conflict('the gateway looks for cameras already: wait until it has ended')
      await recordAudit(tx, caller, 'gateway.discovery_started', {
        target: { kind: 'gateway', id: gatewayId },
        data: targets && { targets },
      })
      return began
    })
    const scan = this.#scan(orgId, gatewayId, startedAt, targets)
      .catch((error: unknown) => this.#platform.log.error({ err: error, gatewayId }, 'discovery.failed'))
      .finally(() => this.#underWay.delete(scan))
    this.#underWay.add(scan)
    return { message: 'The gateway looks for cameras.', started_at: toTimestamp(startedAt) }
  }

  /** As `cached`, with what a scan under way has seen so far. */
  async soFar(caller: Caller, gatewayId: string): Promise<z.infer<typeof DiscoveryCache>> {
    const db = this.#platform.database.forOrg(caller.orgId)
    await requireGateway(db, caller, gatewayId)
    const scan = await findScan(db, caller.orgId, gatewayId)
    const shown = this.#shown(scan)
    if (!shown.scanning || !scan) return shown
    const isNew = (one: DiscoveredDevice) => shown.data.every((known) => !isSameDevice(known, one))
    const seen = scan.seen.filter(
      (one, at) => scan.seen.findIndex((other) => isSameDevice(one, other)) === at,
    )
    return { ...shown, data: [...shown.data, ...seen.filter(isNew)] }
  }

  /** What the newest scan found; before the first one nothing. */
  async cached(caller: Caller, gatewayId: string): Promise<z.infer<typeof DiscoveryCache>> {
    const db = this.#platform.database.forOrg(caller.orgId)
    await requireGateway(db, caller, gatewayId)
    return this.#shown(await findScan(db, caller.orgId, gatewayId))
  }

  #shown(scan: Scan): z.infer<typeof DiscoveryCache> {
    const isOpen = scan !== undefined && scan.finished_at === null
    return {
      data: scan?.devices ?? [],
      scanned_at: toTimestampOrNull(scan?.finished_at ?? null),
      scanning: isOpen && this.#platform.clock.now() - scan.started_at.getTime() < givenUpMs,
      error: scan?.error ?? null,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #scan(
    orgId: string,
    gatewayId: string,
    startedAt: Date,
    targets: readonly string[] | undefined,
  ): Promise<void> {
    const { timeoutSec, deadlineMs } = targets === undefined ? listening : timeFor(targets)
    const answer = await this.#commands.send(orgId, gatewayId, {
      type: 'discover',
      body: {
        timeout_sec: timeoutSec,
        tell_found: true,
        ...(targets !== undefined && { targets: [...targets] }),
      },
      deadlineMs,
    })
    const db = this.#platform.database.forOrg(orgId)
    await saveScanEnded(db, { orgId, gatewayId, startedAt }, endOf(answer))
  }
}

/** Addresses are asked one by one, many at a time: a /24 takes some ten seconds, a /22 forty. */
function timeFor(targets: readonly string[]): { timeoutSec: number; deadlineMs: number } {
  const addresses = targets.reduce((total, target) => total + addressesIn(target), 0)
  const timeoutSec = Math.min(60, 10 + Math.ceil(addresses / 24))
  return { timeoutSec, deadlineMs: timeoutSec * 1000 + 15_000 }
}

function endOf(answer: CommandAnswer<'discover'>): { devices: DiscoveredDevice[] } | { error: string } {
  switch (answer.kind) {
    case 'answered':
      return { devices: answer.outcome.devices }
    case 'refused':
      return { error: answer.error.code }
    case 'offline':
    case 'no_answer':
      return { error: answer.kind }
  }
}

/** Before it was asked who it is, a device is known by its address alone. */
function isSameDevice(one: DiscoveredDevice, other: DiscoveredDevice): boolean {
  return one.id === other.id || (one.address === other.address && one.port === other.port)
}
