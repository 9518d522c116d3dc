/** The health check of the container: exits with 0 if the process in it is ready. */
const answer = await fetch(`http://127.0.0.1:${process.env.OPS_PORT || 9464}/health/ready`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
