import { valueOf } from '@sightline/client'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.js'

/** As many as a list answers at once. */
const limit = 100

/** A list that is answered by pages where pages are asked for. */
interface PageWhenAsked<Item> {
  readonly data: readonly Item[]
  readonly next_cursor?: string | null
}

async function allOf<Item>(
  read: (place: { readonly limit: number; readonly cursor?: string }) => Promise<PageWhenAsked<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null | undefined = undefined; cursor !== null; ) {
    const page: PageWhenAsked<Item> = await read({ limit, ...(cursor !== undefined && { cursor }) })
    items.push(...page.data)
    cursor = page.next_cursor ?? null
  }
  return items
}

/** Every alert rule that this person may see. */
export const useRuleNames = () =>
  useQuery({
    queryKey: ['alert-rules', 'names'],
    queryFn: () => allOf((query) => valueOf(api.GET('/api/v1/alert-rules', { params: { query } }))),
  })

/** Every gateway that this person may see. */
export const useGatewayNames = () =>
  useQuery({
    queryKey: ['gateways', 'names'],
    queryFn: () => allOf((query) => valueOf(api.GET('/api/v1/gateways', { params: { query } }))),
  })

/** Everybody of the organisation, for admins. */
export const useUserNames = (mayAsk: boolean) =>
  useQuery({
    queryKey: ['users', 'names'],
    enabled: mayAsk,
    queryFn: () => allOf((query) => valueOf(api.GET('/api/v1/users', { params: { query } }))),
  })
