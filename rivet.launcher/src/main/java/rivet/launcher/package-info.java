/** Starts the platform from a command line. As a bundle it carries the configuration that follows from the command line. */
@RequireConfigurator
package rivet.launcher;

import org.osgi.service.configurator.annotations.RequireConfigurator;
