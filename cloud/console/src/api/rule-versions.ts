import { type components, type paths, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

export type Version = components['schemas']['CompiledVersion']
export type NewVersion =
  paths['/api/v1/alert-rules/{rule_id}/compiled-versions']['post']['requestBody']['content']['application/json']

const versionsKey = (ruleId: string) => ['alert-rules', ruleId, 'versions'] as const

/** The versions of a rule, newest first. Rules of outages have none, and are not asked. */
export const useVersions = (ruleId: string, mayHave: boolean) =>
  useQuery({
    queryKey: versionsKey(ruleId),
    enabled: mayHave,
    queryFn: async () => {
      const params = { path: { rule_id: ruleId } }
      return (await valueOf(api.GET('/api/v1/alert-rules/{rule_id}/compiled-versions', { params }))).data
    },
  })

/** Everything of a rule is read again: its versions, and which of them judges. */
function useReadAgain(ruleId: string): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: ['alert-rules', ruleId] })
    void client.invalidateQueries({ queryKey: ['alert-rules', 'list'] })
  }
}

export function useMakeVersion(ruleId: string) {
  const readAgain = useReadAgain(ruleId)
  return useMutation({
    mutationFn: (body: NewVersion) =>
      valueOf(
        api.POST('/api/v1/alert-rules/{rule_id}/compiled-versions', {
          params: { path: { rule_id: ruleId } },
          body,
        }),
      ),
    onSuccess: readAgain,
  })
}

/** What is done with a version: it judges, judges no more, or goes. */
export type VersionDeed = 'activate' | 'deactivate' | 'delete'

export function useVersionDeed(ruleId: string) {
  const readAgain = useReadAgain(ruleId)
  return useMutation({
    mutationFn: ({ id, deed }: { id: string; deed: VersionDeed }): Promise<unknown> => {
      const options = { params: { path: { rule_id: ruleId, version_id: id } } }
      switch (deed) {
        case 'activate':
          return valueOf(
            api.POST('/api/v1/alert-rules/{rule_id}/compiled-versions/{version_id}/activate', options),
          )
        case 'deactivate':
          return valueOf(
            api.POST('/api/v1/alert-rules/{rule_id}/compiled-versions/{version_id}/deactivate', options),
          )
        case 'delete':
          return valueOf(api.DELETE('/api/v1/alert-rules/{rule_id}/compiled-versions/{version_id}', options))
      }
    },
    onSuccess: readAgain,
  })
}
