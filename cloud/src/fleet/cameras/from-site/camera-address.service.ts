export { type CameraAddressRow, listCameraAddresses } from './camera-address.repository.js'
