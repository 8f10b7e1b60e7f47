export type { EventFacts, FactObject } from './event-facts.table.js'
