/** The pages about rules as one script: most who come to one go on to another, and the first page has fewer names to know. */
export { NewRulePage } from './new-rule-page.js'
export { QuietPage } from './quiet-page.js'
export { RulePage } from './rule-page.js'
export { RulesPage } from './rules-page.js'
export { ToldPage } from './told-page.js'
export { VerdictsPage } from './verdicts-page.js'
export { VersionPage } from './version-page.js'
