/** How Delivery lets streams in, for whoever simulates it. */
export { openAdmission } from '../delivery/admission.ts'
