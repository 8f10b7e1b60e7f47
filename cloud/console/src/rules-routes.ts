import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './root-route.js'
import { readOfRule, readRulesSearch, readVerdictsSearch } from './screens/rules/rules-search.js'

const pages = () => import('./screens/rules/pages.js')

const list = createRoute({
  getParentRoute: () => root,
  path: '/rules',
  validateSearch: readRulesSearch,
  component: lazyRouteComponent(pages, 'RulesPage'),
})

const newRule = createRoute({
  getParentRoute: () => root,
  path: '/rules/new',
  component: lazyRouteComponent(pages, 'NewRulePage'),
})

const quiet = createRoute({
  getParentRoute: () => root,
  path: '/rules/quiet',
  validateSearch: readOfRule,
  component: lazyRouteComponent(pages, 'QuietPage'),
})

const told = createRoute({
  getParentRoute: () => root,
  path: '/rules/told',
  validateSearch: readOfRule,
  component: lazyRouteComponent(pages, 'ToldPage'),
})

const rule = createRoute({
  getParentRoute: () => root,
  path: '/rules/$id',
  component: lazyRouteComponent(pages, 'RulePage'),
})

const ruleVersion = createRoute({
  getParentRoute: () => root,
  path: '/rules/$id/versions/$n',
  component: lazyRouteComponent(pages, 'VersionPage'),
})

const verdicts = createRoute({
  getParentRoute: () => root,
  path: '/rules/$id/verdicts',
  validateSearch: readVerdictsSearch,
  component: lazyRouteComponent(pages, 'VerdictsPage'),
})

/** The pages about rules. */
export const rules = [list, newRule, quiet, told, rule, ruleVersion, verdicts] as const
