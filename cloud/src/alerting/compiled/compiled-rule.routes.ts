import {
  ByCompiledVersion,
  ByRule,
  CompiledTrial,
  CompiledTrialResult,
  CompiledVersion,
  CompiledVersionActivated,
  CompiledVersionCreate,
  CompiledVersionDeactivated,
  CompiledVersionList,
  JudgeBudget,
  JudgeBudgetPatch,
  Message,
  RuleVerdictPage,
  RuleVerdictQuery,
} from '@sightline/protocol'
import type { MediaLinks } from '../../events/media/links/media-links.service.js'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { getJudgeBudget, updateJudgeBudget } from './judge/budget.service.js'
import { tryPredicate } from './trials/trial.service.js'
import { listVerdicts } from './verdicts/verdict.service.js'
import {
  activateVersion,
  createVersion,
  deactivateVersion,
  deleteVersion,
  getActiveVersion,
  listCompiledVersions,
} from './versions/compiled-version.service.js'

/** What `/api/v1/alert-rules` has of compiled rules. */
export const compiledRuleRoutes: Slice<{ mediaLinks: MediaLinks }> = async (app, { mediaLinks }) => {
  app.get(
    '/budget',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'getJudgeBudget',
        summary: 'The daily budget of the AI judge',
        response: { 200: JudgeBudget },
      },
    },
    (request) => getJudgeBudget(app.platform, request.caller),
  )

  app.patch(
    '/budget',
    {
      config: { access: atLeast('admin') },
      schema: {
        operationId: 'updateJudgeBudget',
        summary: 'Change the daily budget of the AI judge',
        body: JudgeBudgetPatch,
        response: { 200: JudgeBudget },
      },
    },
    (request) => updateJudgeBudget(app.platform, request.caller, request.body),
  )

  app.post(
    '/test-compiled',
    {
      config: { access: atLeast('operator'), errors: ['conflict'] },
      schema: {
        operationId: 'testCompiledRule',
        summary: 'What a predicate or a version says of past events',
        body: CompiledTrial,
        response: { 200: CompiledTrialResult },
      },
    },
    (request) => tryPredicate({ ...app.platform, mediaLinks }, request.caller, request.body),
  )

  app.get(
    '/:rule_id/compiled-versions',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'listCompiledVersions',
        summary: 'The compiled versions of a rule',
        params: ByRule,
        response: { 200: CompiledVersionList },
      },
    },
    (request) => listCompiledVersions(app.platform, request.caller, request.params.rule_id),
  )

  app.post(
    '/:rule_id/compiled-versions',
    {
      config: { access: atLeast('operator'), idempotent: true, errors: ['conflict'] },
      schema: {
        operationId: 'addCompiledVersion',
        summary: 'Add a compiled version to a rule',
        params: ByRule,
        body: CompiledVersionCreate,
        response: { 201: CompiledVersion },
      },
    },
    async (request, reply) =>
      reply
        .status(201)
        .send(await createVersion(app.platform, request.caller, request.params.rule_id, request.body)),
  )

  app.get(
    '/:rule_id/compiled-versions/active',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'getActiveCompiledVersion',
        summary: 'The compiled version by which a rule is judged',
        params: ByRule,
        response: { 200: CompiledVersion },
      },
    },
    (request) => getActiveVersion(app.platform, request.caller, request.params.rule_id),
  )

  app.post(
    '/:rule_id/compiled-versions/:version_id/activate',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'activateCompiledVersion',
        summary: 'Judge a rule by this compiled version',
        params: ByCompiledVersion,
        response: { 200: CompiledVersionActivated },
      },
    },
    ({ caller, params }) => activateVersion(app.platform, caller, params.rule_id, params.version_id),
  )

  app.post(
    '/:rule_id/compiled-versions/:version_id/deactivate',
    {
      config: { access: atLeast('operator'), since: 'v1.3' },
      schema: {
        operationId: 'deactivateCompiledVersion',
        summary: 'Let a rule go back from its compiled version to the plain one, which fires at once',
        params: ByCompiledVersion,
        response: { 200: CompiledVersionDeactivated },
      },
    },
    ({ caller, params }) => deactivateVersion(app.platform, caller, params.rule_id, params.version_id),
  )

  app.delete(
    '/:rule_id/compiled-versions/:version_id',
    {
      config: { access: atLeast('operator'), errors: ['conflict'] },
      schema: {
        operationId: 'deleteCompiledVersion',
        summary: 'Delete a compiled version that is not the active one',
        params: ByCompiledVersion,
        response: { 200: Message },
      },
    },
    ({ caller, params }) => deleteVersion(app.platform, caller, params.rule_id, params.version_id),
  )

  app.get(
    '/:rule_id/verdicts',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'listVerdicts',
        summary: 'What the compiled versions of a rule said of events',
        params: ByRule,
        querystring: RuleVerdictQuery,
        response: { 200: RuleVerdictPage },
      },
    },
    (request) => listVerdicts(app.platform, request.caller, request.params.rule_id, request.query),
  )
}
