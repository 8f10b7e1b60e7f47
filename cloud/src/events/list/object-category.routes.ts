import { ObjectCategoryList, objectCategories } from '@sightline/protocol'
import type { Slice } from '../../platform/http/slice.js'

/** `/api/v1/object-categories` */
export const objectCategoryRoutes: Slice = async (app) => {
  app.get(
    '/',
    {
      config: { access: 'authenticated', alsoWithoutSites: true },
      schema: {
        operationId: 'listObjectCategories',
        summary: 'What analysis can find in a picture',
        response: { 200: ObjectCategoryList },
      },
    },
    async () => ({ data: [...objectCategories], total: objectCategories.length }),
  )
}
