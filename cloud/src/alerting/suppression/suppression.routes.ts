import {
  ById,
  BySuggestion,
  HeldBackPage,
  HeldBackQuery,
  NoBigDealPatch,
  NoBigDealQuery,
  NoBigDealSettings,
  NoBigDealSuggestion,
  SuggestionPage,
  SuggestionQuery,
} from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { listHeldBack } from './held-back.service.js'
import { getRuleKnobs, updateRuleKnobs } from './rule-knobs.service.js'
import { applySuggestion, dismissSuggestion, listSuggestions } from './suggestion.service.js'

/** `/api/v1/alert-rules/{id}/nbd` */
export const ruleNoBigDealRoutes: Slice = async (app) => {
  app.get(
    '/:id/nbd',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'getNbdSettings',
        summary: 'What keeps alerts of a rule quiet',
        params: ById,
        querystring: NoBigDealQuery,
        response: { 200: NoBigDealSettings },
      },
    },
    ({ caller, params, query }) => getRuleKnobs(app.platform, caller, params.id, query),
  )

  app.patch(
    '/:id/nbd',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'updateNbdSettings',
        summary: 'Change the No-Big-Deal knobs that are named; null sets one back to its default',
        params: ById,
        body: NoBigDealPatch,
        response: { 200: NoBigDealSettings },
      },
    },
    ({ caller, params, body }) => updateRuleKnobs(app.platform, caller, params.id, body),
  )

  app.get(
    '/:id/nbd/held-back',
    {
      config: { access: atLeast('viewer') },
      schema: {
        operationId: 'listHeldBackAlertsOfRule',
        summary: 'Alerts of a rule that were held back, newest first',
        params: ById,
        querystring: HeldBackQuery,
        response: { 200: HeldBackPage },
      },
    },
    ({ caller, params, query }) => listHeldBack(app.platform, caller, params.id, query),
  )

  app.get(
    '/:id/nbd/suggestions',
    {
      config: { access: atLeast('operator') },
      schema: {
        operationId: 'listNbdSuggestions',
        summary: 'What feedback suggests for the cameras of a rule, newest first',
        params: ById,
        querystring: SuggestionQuery,
        response: { 200: SuggestionPage },
      },
    },
    ({ caller, params, query }) => listSuggestions(app.platform, caller, params.id, query),
  )

  app.post(
    '/:id/nbd/suggestions/:sid/apply',
    {
      config: { access: atLeast('operator'), errors: ['conflict'] },
      schema: {
        operationId: 'applyNbdSuggestion',
        summary: 'Put a suggestion into the override of its camera',
        params: BySuggestion,
        response: { 200: NoBigDealSuggestion },
      },
    },
    ({ caller, params }) => applySuggestion(app.platform, caller, params.id, params.sid),
  )

  app.post(
    '/:id/nbd/suggestions/:sid/dismiss',
    {
      config: { access: atLeast('operator'), errors: ['conflict'] },
      schema: {
        operationId: 'dismissNbdSuggestion',
        summary: 'Dismiss a suggestion, or take back one that was applied',
        params: BySuggestion,
        response: { 200: NoBigDealSuggestion },
      },
    },
    ({ caller, params }) => dismissSuggestion(app.platform, caller, params.id, params.sid),
  )
}
