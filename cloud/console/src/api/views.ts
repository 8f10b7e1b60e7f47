import { type components, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

export type View = components['schemas']['View']
export type ViewLayout = View['layout']

const key = ['views'] as const

/** The views of the organisation, then the own ones. */
export const useViews = () =>
  useQuery({ queryKey: key, queryFn: async () => (await valueOf(api.GET('/api/v1/views'))).data })

/** What a person sets of a view. */
export type ViewWish = Pick<View, 'name' | 'shared' | 'layout' | 'cameras' | 'rotate_sec'>

/** Makes a view, or changes the one of an id. @returns it, as the service keeps it */
export function useKeepView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, wish }: { id: string | null; wish: ViewWish }): Promise<View> =>
      valueOf(
        id === null
          ? api.POST('/api/v1/views', { body: wish })
          : api.PATCH('/api/v1/views/{id}', { params: { path: { id } }, body: wish }),
      ),
    onSuccess: (view) => {
      client.setQueryData<View[]>(key, (views) => [...(views ?? []).filter(({ id }) => id !== view.id), view])
      void client.invalidateQueries({ queryKey: key })
    },
  })
}

/** Gives a view another place among those with which it stands. */
export function usePlaceView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, position }: { id: string; position: number }) =>
      valueOf(api.PATCH('/api/v1/views/{id}', { params: { path: { id } }, body: { position } })),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useDeleteView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => valueOf(api.DELETE('/api/v1/views/{id}', { params: { path: { id } } })),
    onSuccess: (_answer, id) => {
      client.setQueryData<View[]>(key, (views) => views?.filter((view) => view.id !== id))
      void client.invalidateQueries({ queryKey: key })
    },
  })
}
