export { type EventFacts, type FactObject, readEventFacts } from './event-facts.service.js'
