import type { ModelProvider } from '@sightline/protocol'
import { anthropic } from './anthropic.js'
import { openai } from './openai.js'
import type { ModelProtocol } from './protocol.js'

/** How each provider is spoken to. */
export const protocols: Readonly<Record<ModelProvider, ModelProtocol>> = { openai, anthropic }
