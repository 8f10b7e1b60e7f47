import { ById, PageQuery, Site, SiteCreate, SitePage, SitePatch } from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { createSite, deleteSite, getSite, listSites, type SiteHooks, updateSite } from './site.service.js'

/** `/api/v1/sites` */
export const siteRoutes: Slice<SiteHooks> = async (app, { onSiteRemoved }) => {
  app.get(
    '/',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'listSites',
        summary: 'Sites, by name',
        querystring: PageQuery,
        response: { 200: SitePage },
      },
    },
    (request) => listSites(app.platform, request.caller, request.query),
  )

  app.post(
    '/',
    {
      config: { access: atLeast('admin') },
      schema: {
        operationId: 'createSite',
        summary: 'Make a site',
        body: SiteCreate,
        response: { 201: Site },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await createSite(app.platform, request.caller, request.body)),
  )

  app.get(
    '/:id',
    {
      config: { access: 'authenticated' },
      schema: { operationId: 'getSite', summary: 'One site', params: ById, response: { 200: Site } },
    },
    (request) => getSite(app.platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config: { access: atLeast('admin') },
      schema: {
        operationId: 'updateSite',
        summary: 'Change what is named of a site; the rest stays',
        params: ById,
        body: SitePatch,
        response: { 200: Site },
      },
    },
    (request) => updateSite(app.platform, request.caller, request.params.id, request.body),
  )

  app.delete(
    '/:id',
    {
      config: { access: atLeast('admin'), errors: ['conflict'] },
      schema: {
        operationId: 'deleteSite',
        summary: 'Delete a site that nothing belongs to',
        params: ById,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteSite({ ...app.platform, onSiteRemoved }, request.caller, request.params.id)
      return reply.status(204).send(null)
    },
  )
}
