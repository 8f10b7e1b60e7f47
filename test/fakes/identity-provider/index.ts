export { IdentityProvider, type ProviderLie, type ProviderPerson } from './identity-provider.js'
export { Visitor } from './visitor.js'
