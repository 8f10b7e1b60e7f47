import { type MeasuredNode, startMeasuredNode } from '@sightline/cloud/measuring'
import { z } from 'zod'
import { serve } from '../programs/serve.js'

// The cloud's API in a process of its own, with authentication and without.

const Question = z.object({ databaseUrl: z.string(), sessions: z.number().int(), keys: z.number().int() })

let node: MeasuredNode | null = null

serve(
  Question,
  async ({ databaseUrl, ...many }) => {
    node = await startMeasuredNode(databaseUrl, many)
    const { withSignIn, withoutSignIn, accessTokens, keys } = node
    return { withSignIn, withoutSignIn, accessTokens, keys }
  },
  async () => node?.[Symbol.asyncDispose](),
)
