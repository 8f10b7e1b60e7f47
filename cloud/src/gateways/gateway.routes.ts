import {
  AuditPage,
  ById,
  CommissioningRequest,
  Gateway,
  GatewayList,
  GatewayPatch,
  GatewayTelemetry,
  PageQuery,
  PairingCode,
  PairingCodeRequest,
  PairRequest,
  PairResponse,
} from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../platform/http/access.js'
import { originOf } from '../platform/http/authenticator.js'
import type { Slice } from '../platform/http/slice.js'
import { openCommissioning } from './commissioning.service.js'
import {
  deleteGateway,
  getGateway,
  getGatewayTelemetry,
  listGatewayAuditLog,
  listGateways,
  updateGateway,
} from './gateway.service.js'
import { generatePairingCode } from './generate-pairing-code.js'
import { pairGateway } from './pair-gateway.js'

/** `/api/v1/gateways` */
export const gatewayRoutes: Slice = async (app) => {
  const { platform } = app

  app.get(
    '/',
    {
      config: { access: atLeast('viewer') },
      schema: { summary: 'Gateways', response: { 200: GatewayList } },
    },
    (request) => listGateways(platform, request.caller),
  )

  app.post(
    '/generate-pairing-code',
    {
      config: { access: atLeast('operator') },
      schema: {
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
      config: { access: 'public' },
      schema: { summary: 'Redeem a pairing code', body: PairRequest, response: { 200: PairResponse } },
    },
    (request) => pairGateway(platform, originOf(request), request.body),
  )

  app.get(
    '/:id',
    {
      config: { access: atLeast('viewer') },
      schema: { summary: 'One gateway', params: ById, response: { 200: Gateway } },
    },
    (request) => getGateway(platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/telemetry',
    {
      config: { access: atLeast('viewer'), since: 'v1.1' },
      schema: {
        summary: 'What a gateway last measured of its machine',
        params: ById,
        response: { 200: GatewayTelemetry },
      },
    },
    (request) => getGatewayTelemetry(platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/audit-log',
    {
      config: { access: atLeast('admin') },
      schema: {
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
        summary: 'Change what is named of a gateway; the rest stays',
        params: ById,
        body: GatewayPatch,
        response: { 200: Gateway },
      },
    },
    (request) => updateGateway(platform, request.caller, request.params.id, request.body),
  )

  app.post(
    '/:id/commissioning',
    {
      config: { access: atLeast('operator') },
      schema: {
        summary: 'Let cameras be added from the site of a gateway for some hours, or end that',
        params: ById,
        body: CommissioningRequest,
        response: { 200: Gateway },
      },
    },
    (request) => openCommissioning(platform, request.caller, request.params.id, request.body.hours),
  )

  app.delete(
    '/:id',
    {
      config: { access: atLeast('operator') },
      schema: {
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
