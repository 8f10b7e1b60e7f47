export { type Agent, startAgent } from './gateway/start-agent.js'
export type { AgentOptions } from './runtime/agent-context.js'
