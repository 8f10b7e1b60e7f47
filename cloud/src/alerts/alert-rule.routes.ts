import {
  AlertRule,
  AlertRuleCreate,
  AlertRuleDeleted,
  AlertRuleList,
  AlertRulePatch,
  ById,
} from '@sightline/protocol'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  updateAlertRule,
} from './alert-rule.service.js'

/** `/api/v1/alert-rules` */
export const alertRuleRoutes: Slice = async (app) => {
  app.get(
    '/',
    { config: { access: atLeast('viewer') }, schema: { response: { 200: AlertRuleList } } },
    (request) => listAlertRules(app.platform, request.caller),
  )

  app.post(
    '/',
    {
      config: { access: atLeast('operator'), idempotent: true },
      schema: { body: AlertRuleCreate, response: { 201: AlertRule } },
    },
    async (request, reply) =>
      reply.status(201).send(await createAlertRule(app.platform, request.caller, request.body)),
  )

  app.get(
    '/:id',
    { config: { access: atLeast('viewer') }, schema: { params: ById, response: { 200: AlertRule } } },
    (request) => getAlertRule(app.platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config: { access: atLeast('operator') },
      schema: { params: ById, body: AlertRulePatch, response: { 200: AlertRule } },
    },
    (request) => updateAlertRule(app.platform, request.caller, request.params.id, request.body),
  )

  app.delete(
    '/:id',
    {
      config: { access: atLeast('operator') },
      schema: { params: ById, response: { 200: AlertRuleDeleted } },
    },
    (request) => deleteAlertRule(app.platform, request.caller, request.params.id),
  )
}
