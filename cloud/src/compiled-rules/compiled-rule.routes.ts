import {
  ByCompiledVersion,
  ByRule,
  CompiledTrial,
  CompiledTrialResult,
  CompiledVersion,
  CompiledVersionActivated,
  CompiledVersionCreate,
  CompiledVersionList,
  JudgeBudget,
  JudgeBudgetPatch,
  Message,
  RuleVerdictPage,
  RuleVerdictQuery,
} from '@sightline/protocol'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import { getJudgeBudget, updateJudgeBudget } from './budget.service.js'
import {
  activateVersion,
  createVersion,
  deleteVersion,
  getActiveVersion,
  listCompiledVersions,
} from './compiled-version.service.js'
import { tryPredicate } from './trial.service.js'
import { listVerdicts } from './verdict.service.js'

/** What `/api/v1/alert-rules` has of compiled rules. */
export const compiledRuleRoutes: Slice = async (app) => {
  app.get(
    '/budget',
    {
      config: { access: atLeast('viewer') },
      schema: { summary: 'The daily budget of the AI judge', response: { 200: JudgeBudget } },
    },
    (request) => getJudgeBudget(app.platform, request.caller),
  )

  app.patch(
    '/budget',
    {
      config: { access: atLeast('admin') },
      schema: {
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
      config: { access: atLeast('operator') },
      schema: {
        summary: 'What a predicate or a version says of past events',
        body: CompiledTrial,
        response: { 200: CompiledTrialResult },
      },
    },
    (request) => tryPredicate(app.platform, request.caller, request.body),
  )

  app.get(
    '/:rule_id/compiled-versions',
    {
      config: { access: atLeast('viewer') },
      schema: {
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
      config: { access: atLeast('operator'), idempotent: true },
      schema: {
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
        summary: 'Judge a rule by this compiled version',
        params: ByCompiledVersion,
        response: { 200: CompiledVersionActivated },
      },
    },
    ({ caller, params }) => activateVersion(app.platform, caller, params.rule_id, params.version_id),
  )

  app.delete(
    '/:rule_id/compiled-versions/:version_id',
    {
      config: { access: atLeast('operator') },
      schema: {
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
        summary: 'What the compiled versions of a rule said of events',
        params: ByRule,
        querystring: RuleVerdictQuery,
        response: { 200: RuleVerdictPage },
      },
    },
    (request) => listVerdicts(app.platform, request.caller, request.params.rule_id, request.query),
  )
}
