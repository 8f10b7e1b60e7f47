import { type components, itemsOf, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'
import { listOf } from './list-of.js'

export type PromptPack = components['schemas']['PromptPack']
export type PackFields = Pick<PromptPack, 'name' | 'instructions'>

const key = ['prompt-packs'] as const

/** Every prompt pack, oldest first. */
export const usePromptPacks = () =>
  useQuery({
    queryKey: key,
    queryFn: () =>
      listOf(
        itemsOf((place) => api.GET('/api/v1/prompt-packs', { params: { query: { limit: 100, ...place } } })),
      ),
  })

/** Keeps a pack. @param id null: a new one */
export function useSavePack(id: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PackFields) =>
      id === null
        ? valueOf(api.POST('/api/v1/prompt-packs', { body }))
        : valueOf(api.PATCH('/api/v1/prompt-packs/{id}', { params: { path: { id } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Deletes a pack that no camera uses. */
export function useDeletePack() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      valueOf(api.DELETE('/api/v1/prompt-packs/{id}', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
