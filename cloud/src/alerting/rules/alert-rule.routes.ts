import {
  AlertRule,
  AlertRuleCreate,
  AlertRuleDeleted,
  AlertRuleList,
  AlertRulePatch,
  AlertRuleTestResult,
  ById,
  ByRuleRecipient,
  PageWhenAskedQuery,
  Recipient,
  RuleRecipient,
  RuleRecipientDeleted,
  RuleRecipientList,
} from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import {
  activateAlertRule,
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  updateAlertRule,
} from './alert-rule.service.js'
import { addRecipient, listRuleRecipients, removeRecipient } from './rule-recipients.js'
import { tryAlertRule } from './try-rule.js'

/** `/api/v1/alert-rules` */
export const alertRuleRoutes: Slice = async (app) => {
  app.get(
    '/',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'listAlertRules',
        summary: 'Alert rules',
        querystring: PageWhenAskedQuery,
        response: { 200: AlertRuleList },
      },
    },
    (request) => listAlertRules(app.platform, request.caller, request.query),
  )

  app.post(
    '/',
    {
      config: { access: atLeast('operator'), idempotent: true, errors: ['conflict'] },
      schema: {
        operationId: 'createAlertRule',
        summary: 'Make an alert rule',
        description:
          'What is stored but not applied, so that the rule can never fire, is named in `warnings`.',
        body: AlertRuleCreate,
        response: { 201: AlertRule },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createAlertRule(app.platform, request.caller, request.body)),
  )

  app.get(
    '/:id',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'getAlertRule',
        summary: 'One alert rule',
        params: ById,
        response: { 200: AlertRule },
      },
    },
    (request) => getAlertRule(app.platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config: { access: atLeast('operator'), errors: ['conflict'] },
      schema: {
        operationId: 'updateAlertRule',
        summary: 'Change what is named of a rule; the rest stays',
        description: 'With `if_updated_at` only if nobody changed the rule since.',
        params: ById,
        body: AlertRulePatch,
        response: { 200: AlertRule },
      },
    },
    (request) => updateAlertRule(app.platform, request.caller, request.params.id, request.body),
  )

  app.delete(
    '/:id',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'deleteAlertRule',
        summary: 'Delete a rule; its alerts stay',
        params: ById,
        response: { 200: AlertRuleDeleted },
      },
    },
    (request) => deleteAlertRule(app.platform, request.caller, request.params.id),
  )

  app.post(
    '/:id/activate',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'activateAlertRule',
        summary: 'Enable a rule',
        params: ById,
        response: { 200: AlertRule },
      },
    },
    (request) => activateAlertRule(app.platform, request.caller, request.params.id),
  )

  app.post(
    '/:id/test',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'testAlertRule',
        summary: 'Send a test notification to the recipients of a rule',
        params: ById,
        response: { 200: AlertRuleTestResult },
      },
    },
    (request) => tryAlertRule(app.platform, request.caller, request.params.id),
  )

  app.get(
    '/:id/recipients',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'listRecipients',
        summary: 'Who is told by a rule',
        params: ById,
        response: { 200: RuleRecipientList },
      },
    },
    (request) => listRuleRecipients(app.platform, request.caller, request.params.id),
  )

  app.post(
    '/:id/recipients',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'addRecipient',
        summary: 'Add a recipient, or change their channels',
        params: ById,
        body: Recipient,
        response: { 200: RuleRecipient, 201: RuleRecipient },
      },
    },
    async ({ caller, params, body }, reply) => {
      const { recipient, isNew } = await addRecipient(app.platform, caller, params.id, body)
      return reply.status(isNew ? 201 : 200).send(recipient)
    },
  )

  app.delete(
    '/:id/recipients/:recipientId',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'removeRecipient',
        summary: 'Take a recipient from a rule',
        params: ByRuleRecipient,
        response: { 200: RuleRecipientDeleted },
      },
    },
    ({ caller, params }) => removeRecipient(app.platform, caller, params.id, params.recipientId),
  )
}
