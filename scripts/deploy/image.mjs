export async function verifyImage() {}
