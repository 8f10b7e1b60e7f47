import { z } from 'zod'

export const Health = z
  .object({ status: z.enum(['ok', 'starting', 'stopping', 'degraded']) })
  .meta({ id: 'Health' })
