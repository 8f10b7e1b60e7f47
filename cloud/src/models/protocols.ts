import { anthropic } from './anthropic.js'
import { openai } from './openai.js'
import type { ModelProvider } from './outcome.js'
import type { ModelProtocol } from './protocol.js'

/** How each provider is spoken to. */
export const protocols: Readonly<Record<ModelProvider, ModelProtocol>> = { openai, anthropic }
