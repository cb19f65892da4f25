@echo off
rem A prompt doesn't wait for a program with windows. It waits for this file, which waits for Foyer.
"%~dp0..\Foyer.exe" %*
exit /b %errorlevel%
