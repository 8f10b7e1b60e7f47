import { describe, expect, test } from 'vitest'
import { signInPlaceIn } from './sign-in-place.js'

const orgId = '0191f8a0-1111-7222-8333-444455556666'

describe('the sign-in page of an organisation', () => {
  test.each([
    [`/login/${orgId}`, '', null],
    [`/login/${orgId.toUpperCase()}/`, '?problem=no_role', 'no_role'],
  ])('%s%s', (pathname, search, problem) => {
    expect(signInPlaceIn({ pathname, search })).toEqual({ orgId, problem })
  })

  test.each(['/login', '/login/shop', `/login/${orgId}/more`, `/events/${orgId}`, '/'])(
    'is none at %s',
    (pathname) => {
      expect(signInPlaceIn({ pathname, search: '' })).toBeNull()
    },
  )
})
