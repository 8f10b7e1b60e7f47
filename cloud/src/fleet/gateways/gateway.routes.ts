import {
  AuditPage,
  ById,
  Gateway,
  GatewayHistory,
  GatewayList,
  GatewayPatch,
  GatewayTelemetry,
  PageQuery,
  PageWhenAskedQuery,
  PairingCode,
  PairingCodeRequest,
  PairRequest,
  PairResponse,
} from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../../platform/http/access.js'
import { originOf } from '../../platform/http/authenticator.js'
import type { Slice } from '../../platform/http/slice.js'
import { getGatewayHistory } from './figures/figure-history.js'
import {
  deleteGateway,
  getGateway,
  getGatewayTelemetry,
  listGatewayAuditLog,
  listGateways,
  updateGateway,
} from './gateway.service.js'
import { generatePairingCode } from './pairing/generate-pairing-code.js'
import { pairGateway } from './pairing/pair-gateway.js'

/** `/api/v1/gateways` */
export const gatewayRoutes: Slice = async (app) => {
  const { platform } = app

  app.get(
    '/',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'listGateways',
        summary: 'Gateways',
        querystring: PageWhenAskedQuery,
        response: { 200: GatewayList },
      },
    },
    (request) => listGateways(platform, request.caller, request.query),
  )

  app.post(
    '/generate-pairing-code',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'generatePairingCode',
        summary: 'Make a code by which an agent becomes a gateway',
        body: PairingCodeRequest,
        response: { 201: PairingCode },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await generatePairingCode(platform, request.caller, request.body)),
  )

  app.post(
    '/pair',
    {
      config: { access: 'public', errors: ['missing', 'conflict', 'gone', 'rate_limited'] },
      schema: {
        operationId: 'pairGateway',
        summary: 'Redeem a pairing code',
        body: PairRequest,
        response: { 200: PairResponse },
      },
    },
    (request) => pairGateway(platform, originOf(request), request.body),
  )

  app.get(
    '/:id',
    {
      config: { access: atLeast('viewer') },
      schema: { operationId: 'getGateway', summary: 'One gateway', params: ById, response: { 200: Gateway } },
    },
    (request) => getGateway(platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/telemetry',
    {
      config: { access: atLeast('viewer'), since: 'v1.1' },
      schema: {
        operationId: 'getGatewayTelemetry',
        summary: 'What a gateway last measured of its machine',
        params: ById,
        response: { 200: GatewayTelemetry },
      },
    },
    (request) => getGatewayTelemetry(platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/telemetry/history',
    {
      config: { access: atLeast('viewer'), since: 'v1.4' },
      schema: {
        operationId: 'getGatewayHistory',
        summary: 'What a gateway measured in the last two days',
        params: ById,
        response: { 200: GatewayHistory },
      },
    },
    (request) => getGatewayHistory(platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/audit-log',
    {
      config: { access: atLeast('admin') },
      schema: {
        operationId: 'listGatewayAuditLog',
        summary: 'What was done to the gateway, and what it did, newest first',
        params: ById,
        querystring: PageQuery,
        response: { 200: AuditPage },
      },
    },
    (request) => listGatewayAuditLog(platform, request.caller, request.params.id, request.query),
  )

  app.patch(
    '/:id',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'updateGateway',
        summary: 'Change what is named of a gateway; the rest stays',
        params: ById,
        body: GatewayPatch,
        response: { 200: Gateway },
      },
    },
    (request) => updateGateway(platform, request.caller, request.params.id, request.body),
  )

  app.delete(
    '/:id',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'deleteGateway',
        summary: 'Remove a gateway; its cameras stay without one',
        params: ById,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteGateway(platform, request.caller, request.params.id)
      return reply.status(204).send(null)
    },
  )
}
