/**
 * What a Linux desktop has, asked of its session's bus: no program of the system is needed for that,
 * and the answers are the same in every language.
 */
export { isOnBus, openBus, type Environment } from './bus';
export { secretService, type SecretService } from './secret-service';
